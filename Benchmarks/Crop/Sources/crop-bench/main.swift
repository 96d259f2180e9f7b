import Foundation
import PhotoGeometry
import SmartCrop

let usage = """
  usage: crop-bench crop --prepared DIR [--cascades DIR] [--zoom yes] --aspect W:H… -- PHOTO…
         crop-bench time --prepared DIR [--cascades DIR] [--repeat N]
         crop-bench cues --prepared DIR --out DIR

  crop  prints one line of JSON per photo and aspect, as 'photoprep crop --json' does
  time  prints the CPU time of analysing a photo and of each stage, over all photos of DIR, on one thread
  cues  writes the cue maps of all photos of DIR, for Scripts/crop-training-data

  The prepared DIR is made by 'Scripts/crop-prepare DIR PHOTO…'; --cascades names the folder with OpenCV's
  haarcascades and lbpcascades, /usr/share/opencv4 on Debian. Without it no faces are looked for.
  """

do {
  let arguments = try Arguments(Array(CommandLine.arguments.dropFirst()))
  switch arguments.command {
  case "crop": try printCrops(arguments)
  case "cues": try writeCues(arguments)
  case "time": try printTimes(arguments)
  default: throw Arguments.Unreadable()
  }
} catch is Arguments.Unreadable {
  FileHandle.standardError.write(Data((usage + "\n").utf8))
  exit(64)
}
