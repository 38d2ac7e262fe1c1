"""Everything that the client shows of Argad!"""
