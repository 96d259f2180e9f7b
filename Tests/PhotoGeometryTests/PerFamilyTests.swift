import PhotoGeometry
import Testing

@Suite("Values of families")
struct PerFamilyTests {
  private let all = PerFamily(RenderFamily.allCases) { $0.rawValue }

  @Test func `every family keeps its value`() {
    #expect(all.families == RenderFamily.allCases)
    for (family, value) in all.all { #expect(value == family.rawValue) }
    #expect(PerFamily(ifAll: { $0.rawValue }) == all)
  }

  @Test func `what is made from the values has the same families`() {
    let mapped = all.map { family, value in family.rawValue + value }
    #expect(mapped.all.map(\.family) == RenderFamily.allCases)
    #expect(mapped.values == RenderFamily.allCases.map { $0.rawValue + $0.rawValue })
    let both = all.beside(all)
    #expect(both.families == RenderFamily.allCases)
    #expect(both.all.allSatisfy { $0.value == ($0.family.rawValue, $0.family.rawValue) })
  }

  @Test func `a device may lack any further family`() {
    let usual = PerFamily(RenderFamily.always) { $0.rawValue }
    #expect(usual.families == RenderFamily.always)
    #expect(all.beside(usual).families == RenderFamily.always)
    for family in RenderFamily.further {
      let some = PerFamily(ifAll: { $0 == family ? nil : $0.rawValue })
      #expect(some?.families == RenderFamily.allCases.filter { $0 != family })
    }
    #expect(PerFamily(ifAll: { $0 == .medium ? nil : $0.rawValue }) == nil)
  }
}
