// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import Foundation

public struct LocalizedStringResource: ExpressibleByStringInterpolation, Sendable {
  public init(stringLiteral value: String) {}
}

public struct IntentDescription: ExpressibleByStringLiteral, Sendable {
  public init(stringLiteral value: String) {}
  public init(
    _ descriptionText: LocalizedStringResource, categoryName: LocalizedStringResource? = nil,
    searchKeywords: [LocalizedStringResource] = []
  ) {}
}

public struct TypeDisplayRepresentation: ExpressibleByStringInterpolation, Sendable {
  public init(stringLiteral value: String) {}
}

public struct DisplayRepresentation: ExpressibleByStringInterpolation, Sendable {
  public init(stringLiteral value: String) {}
  public init(
    title: LocalizedStringResource, subtitle: LocalizedStringResource? = nil, image: Image? = nil
  ) {}
  public struct Image: Sendable {}
}

public protocol PersistentlyIdentifiable {}
public protocol _IntentValue {}
extension String: _IntentValue {}
extension Optional: _IntentValue where Wrapped: _IntentValue {}
public protocol EntityIdentifierConvertible {}
extension String: EntityIdentifierConvertible {}

public protocol TypeDisplayRepresentable {
  static var typeDisplayRepresentation: TypeDisplayRepresentation { get }
}
public protocol InstanceDisplayRepresentable {
  var displayRepresentation: DisplayRepresentation { get }
}
public protocol DisplayRepresentable: TypeDisplayRepresentable, InstanceDisplayRepresentable {}
public protocol AppValue: _IntentValue, DisplayRepresentable, PersistentlyIdentifiable, Sendable {}

public protocol AppEntity: AppValue, Identifiable where ID: EntityIdentifierConvertible & Sendable {
  associatedtype DefaultQuery: EntityQuery where DefaultQuery.Entity == Self
  static var defaultQuery: DefaultQuery { get }
}

public protocol DynamicOptionsProvider: Sendable {}

public protocol EntityQuery: DynamicOptionsProvider, PersistentlyIdentifiable {
  associatedtype Entity: AppEntity
  init()
  func entities(for identifiers: [Entity.ID]) async throws -> [Entity]
  func suggestedEntities() async throws -> [Entity]
}

public protocol AppIntent: PersistentlyIdentifiable, Sendable {
  static var title: LocalizedStringResource { get }
  static var description: IntentDescription? { get }
  init()
}
extension AppIntent {
  public static var description: IntentDescription? { nil }
  public typealias Parameter = IntentParameter
}

public protocol WidgetConfigurationIntent: AppIntent {}

@propertyWrapper public final class IntentParameter<Value>: @unchecked Sendable
where Value: _IntentValue & Sendable {
  public init() {}
  public convenience init(title: LocalizedStringResource) { self.init() }
  public var wrappedValue: Value {
    get { fatalError() }
    set { fatalError() }
  }
}

public protocol AppIntentsPackage {
  static var includedPackages: [any AppIntentsPackage.Type] { get }
}
extension AppIntentsPackage {
  public static var includedPackages: [any AppIntentsPackage.Type] { [] }
}
