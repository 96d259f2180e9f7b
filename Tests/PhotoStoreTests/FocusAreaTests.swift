import PhotoGeometry
import PhotoStore
import Testing

@Suite("Focus of a recipe")
struct FocusAreaTests {
  private let plain = Recipe(algorithmVersion: 7)

  @Test func `without focus there is no key for it`() {
    #expect(plain.json.object?["focus"] == nil)
    #expect(Recipe(json: plain.json) == plain)
  }

  @Test func `focus reads back as it was written`() throws {
    var recipe = plain
    recipe.focus = [
      try #require(FocusArea(x: 0.3, y: 1)),
      try #require(
        FocusArea(NormalizedRect(x: 0.1, y: 0.2, width: 0.9, height: 0.1), kind: .animalFace)),
    ]
    #expect(
      recipe.json.object?["focus"]?.compactText.contains(#"{"x":0.3,"y":1}"#) == true)
    #expect(Recipe(json: recipe.json) == recipe)
  }

  @Test(arguments: ["top", "bottom", "left", "right"])
  func `a band along a side reads back as it was written`(side: String) throws {
    var recipe = plain
    recipe.text = TextArea(side: side)
    let written = try #require(JSONValue(compactText: recipe.json.compactText))
    #expect(recipe.text != nil && Recipe(json: written) == recipe)
  }

  @Test(arguments: [
    #"{}"#, #"[1]"#, #"[{"x":0.1}]"#, #"[{"x":0.1,"y":2}]"#, #"[{"x":0.1,"y":0.1,"width":0.1}]"#,
    #"[{"x":0.1,"y":0.1,"kind":"cat"}]"#, #"[{"x":0.9,"y":0.1,"width":0.2,"height":0.1}]"#,
  ])
  func `a recipe whose focus cannot be read is refused`(focus: String) throws {
    var object = try #require(plain.json.object)
    object["focus"] = JSONValue(compactText: focus)
    #expect(Recipe(json: .object(object)) == nil)
  }

  @Test(arguments: [
    (Double.nan, 0.5), (0.5, .infinity), (-0.01, 0.5), (0.5, 1.01), (1e308, 0.5),
  ])
  func `a place outside the photo is refused`(x: Double, y: Double) {
    #expect(FocusArea(x: x, y: y) == nil)
    #expect(FocusArea(NormalizedRect(x: x, y: y, width: 0.1, height: 0.1)) == nil)
    #expect(FocusArea(NormalizedRect(x: 0.1, y: 0.1, width: x, height: y)) == nil || x > 0 && y > 0)
  }
}
