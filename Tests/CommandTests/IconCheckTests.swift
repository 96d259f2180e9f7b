import Foundation
import Testing
import _TestSupport

/// The check of icons in the places where people work: a pull request, a commit, a build of Xcode's.
@Suite("Checking icons where people work")
struct IconCheckTests {
  let directory: TemporaryDirectory

  /// A repository with two sets of a wrong icon each, the second of which a change brought.
  init() throws {
    directory = try TemporaryDirectory()
    let icon = try #require(
      try FileManager.default.contentsOfDirectory(atPath: Fixture.url("formats").path)
        .first { $0 == "rgba.png" })
    try shell(
      """
      git init -q . && git config user.name n && git config user.email e@example.org
      add() {
        mkdir -p "$1" && cp '\(Fixture.url("formats").path)/\(icon)' "$1/icon.png"
        echo '{"images":[{"filename":"icon.png","idiom":"universal","platform":"ios","size":"1024x1024"}],"info":{"author":"xcode","version":1}}' >"$1/Contents.json"
        git add . && git commit -qm "$1"
      }
      add App.xcassets/Old.appiconset && git rev-parse HEAD >base
      add App.xcassets/New.appiconset
      """)
  }

  @discardableResult
  private func shell(_ script: String, status: Int32 = 0) throws -> String {
    let result = try Tool.shell("export photoprep\n" + script, in: directory.url)
    #expect(result.status == status, "\(result.messages)")
    return result.output
  }

  @Test func `the example app has three targets, and nothing to mention about its icon`() throws {
    let example = SharedFolder.packageRoot.appending(path: "Examples/PhotoWidget").path
    let result = try Tool.run(["icon", "validate", "--strict", example], in: directory.url)
    #expect(
      result.output.contains("(1 project, 3 targets, 1 catalog): nothing to mention"),
      "\(result.output)")
    #expect(result.status == 0)
  }

  private let check = """
    PHOTOPREP="$photoprep" ICONS=. SARIF=log.sarif GITHUB_STEP_SUMMARY=summary.md \
    PREVIEW=icon.png '\(SharedFolder.packageRoot.path)/Scripts/check-icons'
    """

  @Test func `a pull request is told of what it changes alone`() throws {
    let base = try shell("cat base").trimmingCharacters(in: .newlines)
    let told = try shell("CHANGED_ONLY=true BASE=\(base) \(check)", status: 3)
    #expect(told.contains("::error file=") && told.contains("New.appiconset"))
    #expect(!told.contains("Old.appiconset"))
    let log = try JSONSerialization.jsonObject(
      with: Data(contentsOf: directory.url.appending(path: "log.sarif")))
    #expect(((log as? [String: Any])?["runs"] as? [Any])?.count == 1)
    let summary = try shell("cat summary.md")
    #expect(summary.contains("New.appiconset") && !summary.contains("Old.appiconset"))
    #expect(try shell("CHANGED_ONLY=false BASE=\(base) \(check)", status: 3).contains("Old.app"))
    try shell("ACTION_REPOSITORY=o/r ACTION_REF=v1 \(check)", status: 3)
    #expect(
      try shell("cat log.sarif").contains(
        "\"https://github.com/o/r/blob/v1/docs/icon-rules.md#alpha-channel\""))
  }

  @Test func `a change that touches no icon passes`() throws {
    try shell("echo text >README && git add README && git commit -qm text")
    #expect(try shell("CHANGED_ONLY=true BASE=HEAD~1 \(check)") == "")
  }

  @Test func `of a submodule all counts when its commit changed`() throws {
    let told = try shell(
      """
      set -e
      mkdir bin && ln -s "$photoprep" bin/photoprep && export PATH="$PWD/bin:$PATH"
      git clone -q . Art && git init -q App && cd App
      git config user.name n && git config user.email e@example.org
      git -c protocol.file.allow=always submodule --quiet add -- ../Art Art && git commit -qm art
      (cd Art && git checkout -q HEAD~1) && git add Art
      '\(SharedFolder.packageRoot.path)/Scripts/check-commit' || test $? -eq 3
      git commit -qm older && CHANGED_ONLY=true BASE=HEAD~1 \(check)
      """, status: 3)
    #expect(told.contains("./Art/App.xcassets/Old.appiconset/icon.png\n"))
    #expect(told.contains("::error file=Art/App.xcassets/Old.appiconset/icon.png"))
  }

  @Test func `a path is one whatever it looks like`() throws {
    try shell("mkdir -- --strict && cp -r App.xcassets -- --strict/")
    let told = try shell(
      "CHANGED_ONLY=false \(check.replacing("ICONS=.", with: "ICONS=--strict"))", status: 3)
    #expect(told.contains("file=--strict/App.xcassets/Old.appiconset"))
  }

  @Test func `a base that is not there means all icons`() throws {
    let told = try shell(
      "CHANGED_ONLY=true BASE=\(String(repeating: "1", count: 40)) \(check)", status: 3)
    #expect(told.contains("::notice::All icons are checked") && told.contains("Old.appiconset"))
  }

  @Test(arguments: ["", "--depth=1"])
  func `a clone stays as deep as it is, and a base that is not in it is fetched`(_ depth: String)
    throws
  {
    let told = try shell(
      """
      git clone -q \(depth) "file://$PWD" clone && cd clone
      CHANGED_ONLY=true BASE=$(cat base) \(check)
      """, status: 3)
    #expect(told.contains("New.appiconset") && !told.contains("Old.appiconset"))
    #expect(
      try shell("git -C clone rev-parse --is-shallow-repository") == "\(!depth.isEmpty)\n")
  }

  @Test(
    .enabled(
      if: ["dpkg-deb", "curl"].allSatisfy {
        FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)")
      }, "there is no dpkg-deb to make a package with, or no curl to fetch it with"))
  func `the action takes the program of its release, and builds where that is not to be had`()
    throws
  {
    let take = """
      GITHUB_SERVER_URL="file://$PWD" ACTION_REPOSITORY=o/r \
      '\(SharedFolder.packageRoot.path)/Scripts/take-release' taken
      """
    try shell(
      """
      set -e
      mkdir -p tree/DEBIAN tree/usr/bin o/r/releases/download/1.0.0
      printf '#!/bin/sh\necho program\n' >tree/usr/bin/photoprep && chmod 755 tree/usr/bin/photoprep
      printf '%s\n' 'Package: photoprep' 'Version: 1.0.0' 'Architecture: all' 'Description: none' \
        'Maintainer: n <n@example.org>' >tree/DEBIAN/control
      cd o/r/releases/download/1.0.0
      dpkg-deb --build ../../../../../tree photoprep_1.0.0_$(dpkg --print-architecture).deb
      sha256sum -- * >SHA256SUMS
      """)
    #expect(try shell("ACTION_REF=main \(take)") == "")
    #expect(try shell("ACTION_REF=1.0.1 \(take)") == "")
    #expect(try shell("ACTION_REF=1.0.0 \(take) && taken/photoprep") == "taken=true\nprogram\n")
    // A package that is another than the release says, and a program that does not start here.
    try shell("rm -r taken && echo >>$(echo o/r/releases/download/1.0.0/*.deb)")
    #expect(try shell("ACTION_REF=1.0.0 \(take)") == "")
    try shell(
      """
      printf '#!/bin/false\n' >tree/usr/bin/photoprep && cd o/r/releases/download/1.0.0
      dpkg-deb --build ../../../../../tree $(echo *.deb) && sha256sum -- *.deb >SHA256SUMS
      """)
    #expect(try shell("ACTION_REF=1.0.0 \(take); test -e taken || echo none") == "none\n")
  }

  @Test func `paths of a change count from the working folder or whole, and included files too`()
    throws
  {
    let validate = #""$photoprep" icon validate App.xcassets --changed -"#
    let name = "App.xcassets/New.appiconset/icon.png"
    let told = try shell("echo \(name) | \(validate)", status: 3)
    #expect(told.contains("New.appiconset") && !told.contains("Old.appiconset"))
    #expect(try shell("echo \"$PWD/\(name)\" | \(validate)", status: 3) == told)
    try shell(
      """
      mkdir parts; echo 'include: parts/app.yml' >project.yml
      echo 'targets: {App: {type: application, platform: iOS, sources: [../App.xcassets]}}' >parts/app.yml
      """)
    let whole = #""$photoprep" icon validate . --changed -"#
    let included = try shell("echo parts/app.yml | \(whole)", status: 3)
    #expect(included.contains("names the icon 'AppIcon'"))
    #expect(try shell("echo parts/other.yml | \(whole)").hasPrefix("0 items checked"))
  }

  @Test func `catalogs outside of the working folder are found from there`() throws {
    try shell(
      #"""
      mkdir -p P/X.xcodeproj && cd P
      echo '{"files":[{"path":"../App.xcassets","target-membership":["App/resources"]}],"targets":[{"name":"App",
        "product-type":"application","build-settings":{"ASSETCATALOG_COMPILER_APPICON_NAME":"Old"}}]}' \
        >X.xcodeproj/project.xcproj
      """#)
    for path in [".", "X.xcodeproj"] {
      let told = try shell("cd P && \"$photoprep\" icon validate \(path)", status: 3)
      #expect(told.contains("../App.xcassets/Old.appiconset") && !told.contains("no-catalog"))
    }
  }

  @Test func `a change to what a project lists counts where the project is named by its file too`()
    throws
  {
    try shell(
      #"""
      mkdir -p P/X.xcodeproj P/App && touch P/App/App.swift
      echo '{"files":[{"path":"App/Gone.xcassets","target-membership":["App/resources"]},
        {"path":"../App.xcassets","target-membership":["App/resources"]}],"targets":[{"name":"App",
        "product-type":"application","build-settings":{"ASSETCATALOG_COMPILER_APPICON_NAME":"New"}}]}' \
        >P/X.xcodeproj/project.xcproj
      """#)
    for path in ["P", "P/X.xcodeproj", "P/X.xcodeproj/project.xcproj"] {
      func told(_ change: String, status: Int32 = 0) throws -> String {
        try shell(
          "echo \(change) | \"$photoprep\" icon validate \(path) --changed -", status: status)
      }
      let gone = "compiles 'App/Gone.xcassets', which is not there"
      #expect(try told("P/App/Gone.xcassets/Contents.json").contains(gone))
      #expect(try told("P/Release.xcconfig").contains(gone))
      #expect(try told("App.xcassets/New.appiconset/icon.png", status: 3).contains(gone))
      #expect(try told("P/App/App.swift").hasPrefix("0 items checked"))
    }
  }

  @Test func `a commit's hook, a build phase and a lane work as they are written down`() throws {
    let hook = try String(
      contentsOf: SharedFolder.packageRoot.appending(path: ".pre-commit-hooks.yaml"),
      encoding: .utf8)
    let entry = try #require(hook.firstMatch(of: /entry: (.*)/)?.output.1)
    let path = #"mkdir bin && ln -s "$photoprep" bin/photoprep && export PATH="$PWD/bin:$PATH""#
    func told(_ change: String, status: Int32 = 0) throws -> String {
      let hook = "export PATH=\"$PWD/bin:$PATH\"\n'\(SharedFolder.packageRoot.path)/\(entry)'"
      return try shell("set -e\n\(change)\n\(hook)", status: status)
    }
    try shell(path)
    #expect(try told("unset GIT_INDEX_FILE", status: 3).contains("Old.appiconset"))
    let changed = try told(
      "echo >>App.xcassets/New.appiconset/Contents.json; git add App.xcassets", status: 3)
    #expect(changed.contains("New.appiconset") && !changed.contains("Old.appiconset"))
    let project =
      "{App: {type: application, platform: iOS, sources: [App.xcassets], settings: {ASSETCATALOG_COMPILER_APPICON_NAME: New}}}"
    try shell(
      "echo 'targets: \(project)' >project.yml; git add project.yml; git commit -qm project")
    #expect(try told("export GIT_INDEX_FILE=$PWD/.git/index") == "")
    #expect(try told("echo text >README; git add README") == "")
    let expo = try told(
      #"echo '{"expo": {"icon": "gone.png"}}' >app.json; git add app.json"#, status: 3)
    #expect(expo.contains("'gone.png' is not there"))
    try shell("git rm -qf app.json")
    let removed = try told("git rm -rq App.xcassets/New.appiconset", status: 3)
    #expect(removed.contains("names the icon 'New'") && !removed.contains("Old.appiconset"))
    try shell("git commit -qm removed")
    let between = "export PRE_COMMIT_FROM_REF=HEAD~1 PRE_COMMIT_TO_REF=HEAD"
    #expect(try told(between, status: 3) == removed)
    let page = try String(
      contentsOf: SharedFolder.packageRoot.appending(path: "docs/check-icons-in-ci.md"),
      encoding: .utf8)
    let phase = try #require(page.firstMatch(of: /```sh\n([^`]*SRCROOT[^`]*)```/)?.output.1)
    let issues = try shell(
      #"export PATH="$PWD/bin:$PATH" SRCROOT="$PWD""# + "\n\(phase)", status: 3)
    #expect(issues.contains("/App.xcassets/Old.appiconset/icon.png:1: error: "))
    let lane = try #require(page.firstMatch(of: #/ sh\((.+)\)/#)?.output.1)
    let words = lane.split(separator: ", ").joined(separator: " ")
    let found = try shell(
      #"export PATH="$PWD/bin:$PATH" && mkdir fastlane && cd fastlane && \#(words)"#, status: 3)
    #expect(found.contains("Old.appiconset"))
  }
}
