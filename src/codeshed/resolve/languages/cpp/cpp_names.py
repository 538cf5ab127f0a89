"""Names besides those of C that C++ code uses without a namespace: macros of test frameworks and benchmarks.

Also the namespaces of widely used libraries.
"""

_COMPARISONS = "EQ FALSE GE GT LE LT NE NEAR STREQ STRNE STRCASEEQ STRCASENE TRUE THROW NO_THROW ANY_THROW FLOAT_EQ DOUBLE_EQ DEATH EXIT THAT"
_GOOGLE = """
ADD_FAILURE BENCHMARK BENCHMARK_MAIN EXPECT_CALL FAIL GTEST_SKIP INSTANTIATE_TEST_SUITE_P MOCK_CONST_METHOD0 MOCK_CONST_METHOD1
MOCK_METHOD MOCK_METHOD0 MOCK_METHOD1 MOCK_METHOD2 ON_CALL RUN_ALL_TESTS SCOPED_TRACE SUCCEED TEST TEST_F TEST_P TYPED_TEST
TYPED_TEST_SUITE
"""
_CATCH = "CAPTURE CHECK CHECK_FALSE CHECK_NOTHROW CHECK_THROWS GENERATE INFO REQUIRE REQUIRE_FALSE REQUIRE_NOTHROW REQUIRE_THROWS SECTION TEST_CASE"
_NAMESPACES = "Catch Eigen QtConcurrent YAML absl asio benchmark boost cv fmt google grpc nlohmann rapidjson spdlog tbb testing"

CPP_NAMES = frozenset(
    (
        *(f"{kind}_{what}" for kind in ("ASSERT", "EXPECT") for what in _COMPARISONS.split()),
        *f"{_GOOGLE} {_CATCH} {_NAMESPACES}".split(),
    )
)
"""Names that are external where nothing in the repository defines them."""
