print("readitlater")
