import Foundation

let usage = """
  usage: pipeline-bench steps PHOTO…
         pipeline-bench quality PHOTO…

  steps    prints the CPU time of every step of preparing a photo, on one thread
  quality  compares each render's pixels before encoding with a plain Lanczos-3 of the full photo;
           fails where one is below SSIM 0.985 or shifted by 0.1 pixels or more
  """

let arguments = CommandLine.arguments.dropFirst()
let photos = Array(arguments.dropFirst())
switch (arguments.first, photos.isEmpty) {
case ("steps", false): try printSteps(photos)
case ("quality", false): exit(try printQuality(photos) ? 0 : 1)
default:
  FileHandle.standardError.write(Data((usage + "\n").utf8))
  exit(64)
}
