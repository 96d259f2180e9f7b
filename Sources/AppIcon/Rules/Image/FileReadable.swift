extension Rule {
  static let unreadable = Rule(
    "unreadable", .error,
    """
    The file or folder is there but what it holds cannot be had: permission, a device error, a folder where \
    a picture should be, or more bytes than any icon has. Nothing else can be said about it.
    """)
}
