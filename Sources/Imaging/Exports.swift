// What this library throws and what its parts are measured in is PhotoGeometry's: one import brings both.
@_exported public import PhotoGeometry
