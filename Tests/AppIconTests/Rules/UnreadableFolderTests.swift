import AppIcon
import Foundation
import PhotoGeometry
import Testing
import _TestSupport

/// Folders without the rights to look into them.
///
/// Each test runs in a process of its own, which gives up root's right to read everything.
@Suite struct `Folders that cannot be read` {
  @Test func `in a project are errors, and nothing is said to be missing`() async {
    await #expect(processExitsWith: .success) {
      var tree = IconTree.catalog("Open/A.xcassets")
      tree["Closed/Deep/project.yml"] = "name: App"
      tree["project.yml"] = """
        targets:
          App: {type: application, platform: iOS, settings: {ASSETCATALOG_COMPILER_APPICON_NAME: Other}}
        """
      try OrdinaryUser.look(at: tree, closing: "Closed/Deep", "Open/A.xcassets/Group") { root in
        let reports = try IconValidator(headersOnly: true).validate(root)
        #expect(reports.map(\.kind) == [.project, .xcassets, .appiconset, .png])
        #expect(reports.flatMap(\.findings).allSatisfy { $0.severity == .error })
        #expect(
          reports.flatMap(\.findings).map(\.message) == [
            "holds the folder 'Closed/Deep', which cannot be read.",
            "holds the folder 'Group', which cannot be read.",
          ])
        #expect(
          reports[0].findings.map(\.remedy)
            == ["Check its permissions with 'ls -ld \(root)/Closed/Deep'."])
      }
    }
  }

  @Test func `are the only findings of a project, a catalog, a set and a document`() async {
    await #expect(processExitsWith: .success) {
      for path in [
        "App", "App/A.xcassets", "App/A.xcassets/AppIcon.appiconset", "App/B.icon",
      ] {
        var tree = IconTree.catalog("App/A.xcassets")
        tree["App/B.icon/icon.json"] = #"{"groups":[{"layers":[{}]}]}"#
        // Neither listed nor searched; listed only; searched only.
        for mode: mode_t in [0o000, 0o444, 0o111] {
          try OrdinaryUser.look(at: tree, closing: path, mode: mode) { root in
            let reports = try IconValidator(headersOnly: true).validate("\(root)/\(path)")
            #expect(reports.count == 1)
            #expect(reports.flatMap(\.findings).map(\.rule) == ["unreadable"])
            #expect(reports.flatMap(\.findings).map(\.message) == ["cannot be read."])
          }
        }
      }
    }
  }

  @Test func `hide no pictures of an Icon Composer document`() async {
    await #expect(processExitsWith: .success) {
      var tree = IconTree()
      tree["B.icon/icon.json"] = #"{"groups":[{"layers":[{"image-name":"a.png"}]}]}"#
      tree["B.icon/Assets/a.png"] = ""
      try OrdinaryUser.look(at: tree, closing: "B.icon/Assets") { root in
        let findings = try IconValidator().validate("\(root)/B.icon").flatMap(\.findings)
        #expect(findings.map(\.message) == ["holds the folder 'Assets', which cannot be read."])
      }
    }
  }

  @Test func `that hold what is named end with its permissions, not with its absence`() async {
    await #expect(processExitsWith: .success) {
      try OrdinaryUser.look(at: IconTree.catalog("App/A.xcassets"), closing: "App") { root in
        let path = "\(root)/App/A.xcassets"
        let refusal = PhotoprepError(
          .fileUnreadable, path: path, message: "The file cannot be read.",
          remedy: "Check its permissions with 'ls -l'.")
        #expect(throws: refusal) { try IconValidator().validate(path) }
        #expect(throws: refusal) { try IconPreview.png(of: path) }
      }
    }
  }

  @Test func `keep an icon from being placed or shown`() async {
    await #expect(processExitsWith: .success) {
      var tree = IconTree.catalog()
      tree.add("new.png", IconTree.other)
      let set = "A.xcassets/AppIcon.appiconset"
      try OrdinaryUser.look(at: tree, closing: set) { root in
        var placement = IconPlacement(source: "\(root)/new.png", catalog: "\(root)/A.xcassets")
        placement.replaces = true
        let refusal = unlisted("\(root)/\(set)")
        #expect(throws: refusal) { try placement.plan() }
        #expect(throws: refusal) { try IconPreview.png(of: "\(root)/A.xcassets") }
      }
      try OrdinaryUser.look(at: tree, closing: "A.xcassets/Group") { root in
        let placement = IconPlacement(source: "\(root)/new.png", catalog: "\(root)/A.xcassets")
        #expect(throws: unlisted("\(root)/A.xcassets/Group")) { try placement.plan() }
      }
    }
  }

  @Test func `and such files have a remedy that fits`() async {
    await #expect(processExitsWith: .success) {
      var tree = IconTree.catalog()
      tree["project.yml"] = "name: App"
      tree["App.xcodeproj/project.pbxproj"] = "{}"
      tree["B.icon/icon.json"] = #"{"groups":[{"layers":[{}]}]}"#
      let closed = [
        "A.xcassets/Contents.json", "A.xcassets/AppIcon.appiconset/Contents.json", "project.yml",
        "App.xcodeproj/project.pbxproj", "B.icon/icon.json",
      ]
      try OrdinaryUser.look(at: tree, closing: closed) { root in
        let findings = try IconValidator(headersOnly: true).validate(root).flatMap(\.findings)
        #expect(
          findings.map(\.rule) == [
            "project-unreadable", "project-unreadable", "catalog-contents-unreadable",
            "contents-unreadable", "icon-json",
          ])
        #expect(findings.allSatisfy { $0.message.contains("cannot be read") })
        #expect(findings.allSatisfy { $0.remedy == "Check its permissions with 'ls -l'." })
      }
    }
  }
}

/// The refusal of a folder that cannot be listed.
private func unlisted(_ path: String) -> PhotoprepError {
  PhotoprepError(
    .folderUnreadable, path: path, message: "The folder cannot be read.",
    remedy: "Check its permissions with 'ls -ld'.")
}
