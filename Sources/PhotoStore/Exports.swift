// This library's errors and sizes are types of PhotoGeometry: one import brings both.
@_exported public import PhotoGeometry
