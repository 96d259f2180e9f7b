extension Rule {
  static let unreadable = Rule(
    "unreadable", .error,
    """
    The file is there but its bytes cannot be had: permission, a device error, a folder where a picture \
    should be, or more bytes than any icon has. Nothing else can be said about it.
    """)
}
