import Foundation
import PhotoGeometry
import SmartCrop

let usage = """
  usage: crop-bench crop --prepared DIR [OPTION…] [--zoom yes] --aspect W:H… -- PHOTO…
         crop-bench time --prepared DIR [OPTION…] [--repeat N]
         crop-bench maps --prepared DIR [OPTION…] --out DIR

  crop  prints one line of JSON per photo and aspect, as 'photoprep crop --json' does
  time  prints the CPU time of analysing a photo and of each stage, over all photos of DIR, on one thread
  maps  writes the maps of all photos of DIR, for Scripts/crop-weights

  --weights FILE     analyses with these weights instead of the library's; 'none' for the cues alone
  --weights-of FILE  analyses each photo with its own weights: lines of the photo's path, TAB, the weights file

  The prepared DIR is made by 'Scripts/crop-prepare DIR PHOTO…'.
  """

do {
  let arguments = try Arguments(Array(CommandLine.arguments.dropFirst()))
  switch arguments.command {
  case "crop": try printCrops(arguments)
  case "maps": try writeMaps(arguments)
  case "time": try printTimes(arguments)
  default: throw Arguments.Unreadable()
  }
} catch is Arguments.Unreadable {
  FileHandle.standardError.write(Data((usage + "\n").utf8))
  exit(64)
}
