"""Names that Ruby code uses without defining them: constants of Ruby and its standard library, and methods of test frameworks."""

from codeshed.model.languages.standard_names import RUBY_LIBRARY

_CONSTANTS = """
ARGF ARGV ClosedQueueError ConditionVariable DATA DidYouMean ErrorHighlight FiberError FloatDomainError Gem IOError
NoMatchingPatternError NoMatchingPatternKeyError RUBY_COPYRIGHT RUBY_DESCRIPTION RUBY_ENGINE RUBY_ENGINE_VERSION
RUBY_PATCHLEVEL RUBY_PLATFORM RUBY_RELEASE_DATE RUBY_REVISION RUBY_VERSION Ractor Refinement RegexpError RubyVM STDERR STDIN
STDOUT SizedQueue SystemStackError TOPLEVEL_BINDING ThreadError ThreadGroup TracePoint UncaughtThrowError UnboundMethod Warning
JRUBY_VERSION TruffleRuby java
RSpec Test Addrinfo BasicSocket Base64 Bundler CGI Coverage DRb Etc Fcntl Fiddle Find GetoptLong IPAddr IPSocket Matrix Minitest MonitorMixin Observable
Open3 OpenURI PP PStore PTY Prime RDoc Racc Rake RbConfig Readline Reline Resolv Rinda Ripper Syslog TCPServer TCPSocket TSort UDPSocket
UNIXServer UNIXSocket Vector WeakRef WEBrick WIN32OLE
"""
_MINITEST = """
assert assert_block assert_empty assert_equal assert_false assert_in_delta assert_in_epsilon assert_include assert_includes
assert_instance_of assert_kind_of assert_match assert_mock assert_nil assert_no_match assert_not assert_not_equal assert_not_nil
assert_not_same assert_nothing_raised assert_operator assert_output assert_path_exists assert_pattern assert_predicate assert_raise
assert_raises assert_respond_to assert_same assert_send assert_silent assert_throws assert_true capture_io
capture_subprocess_io flunk pass refute refute_empty refute_equal refute_in_delta refute_in_epsilon refute_includes
refute_instance_of refute_kind_of refute_match refute_nil refute_operator refute_path_exists refute_pattern refute_predicate
refute_respond_to refute_same skip must_be must_equal must_include must_raise wont_be wont_equal
"""
_RSPEC = """
a_hash_including a_kind_of a_string_including a_string_matching after aggregate_failures all allow allow_any_instance_of an_instance_of
and_return anything around array_including be be_a be_a_kind_of be_an be_an_instance_of be_between be_empty be_falsey be_falsy
be_instance_of be_kind_of be_nil be_truthy be_within before change class_double class_spy contain_exactly context cover
described_class describe double duck_type eq eql equal end_with example expect expect_any_instance_of fdescribe feature fit
hash_excluding hash_including have_attributes have_received hide_const include_context include_examples instance_double
instance_of instance_spy is_expected it it_behaves_like it_should_behave_like kind_of let let! match match_array no_args
object_double output pending raise_error raise_exception receive receive_message_chain receive_messages respond_to satisfy scenario
shared_context shared_examples shared_examples_for specify spy start_with stub_const subject subject! throw_symbol
use_transactional_fixtures xcontext xdescribe xit yield_control yield_successive_args yield_with_args yield_with_no_args
"""
_BUILDS = "desc file namespace task multitask directory gemspec gem source group"

RUBY_GLOBALS = frozenset(f"{_CONSTANTS} {_MINITEST} {_RSPEC} {_BUILDS}".split()) | frozenset(
    name for name in RUBY_LIBRARY if name[:1].isupper()
)
"""Names that are external where nothing in the repository defines them; others come from a library that is loaded."""

_OTHER_CONSTANTS = {
    "rails": r"Rails|Action[A-Z]\w*|Active[A-Z]\w*",
    "active_record": "ActiveRecord",
    "rspec": "RSpec",
    "eventmachine": "EventMachine|EM",
    "nokogiri": "Nokogiri",
    "simplecov": "SimpleCov",
}
"""Constants of libraries that define more than the one of their name."""


def constants_of_library(name: str) -> str:
    """Return a pattern of the constants that loading a library defines: `rack/test` defines `Rack`, `active_support` `ActiveSupport`."""
    first = name.partition("/")[0]
    named = first.partition("-")[0].replace("_", "")
    return _OTHER_CONSTANTS.get(first) or (f"(?i:{named})" if named.isalnum() else "")
