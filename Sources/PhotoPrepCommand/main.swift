print("photoprep")
