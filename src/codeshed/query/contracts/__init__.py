"""Do callers keep the declared signatures?"""
