"""The question of `search`: which code is meant by a text?"""
