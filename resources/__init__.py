"""What is shown but is no code: icons, fonts, translations and their licences, as package data.

Nothing here runs or knows another room. Each file made by others stands beside its licence.
"""
