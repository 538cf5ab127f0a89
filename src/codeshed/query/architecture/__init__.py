"""Does the code keep its architecture rules?"""
