// This library's errors and sizes are types of PhotoGeometry, so one import provides both.
@_exported public import PhotoGeometry
