// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import Foundation

@available(iOS 16, macOS 13, *)
public struct LocalizedStringResource: ExpressibleByStringInterpolation, Sendable {
  public init(stringLiteral value: String) {}
}

@available(iOS 16, macOS 13, *)
public struct IntentDescription: ExpressibleByStringLiteral, Sendable {
  public init(stringLiteral value: String) {}
  public init(
    _ descriptionText: LocalizedStringResource, categoryName: LocalizedStringResource? = nil,
    searchKeywords: [LocalizedStringResource] = []
  ) {}
}

@available(iOS 16, macOS 13, *)
public struct TypeDisplayRepresentation: ExpressibleByStringInterpolation, Sendable {
  public init(stringLiteral value: String) {}
}

@available(iOS 16, macOS 13, *)
public struct DisplayRepresentation: ExpressibleByStringInterpolation, Sendable {
  public init(stringLiteral value: String) {}
  public init(
    title: LocalizedStringResource, subtitle: LocalizedStringResource? = nil, image: Image? = nil
  ) {}
  public struct Image: Sendable {}
}

@available(iOS 16, macOS 13, *)
public protocol PersistentlyIdentifiable { static var persistentIdentifier: String { get } }
@available(iOS 16, macOS 13, *)
extension PersistentlyIdentifiable {
  public static var persistentIdentifier: String { fatalError() }
}
@available(iOS 16, macOS 13, *)
public protocol _IntentValue {}
@available(iOS 16, macOS 13, *)
extension String: _IntentValue {}
@available(iOS 16, macOS 13, *)
extension Optional: _IntentValue where Wrapped: _IntentValue {}
@available(iOS 16, macOS 13, *)
public protocol EntityIdentifierConvertible {}
@available(iOS 16, macOS 13, *)
extension String: EntityIdentifierConvertible {}

@available(iOS 16, macOS 13, *)
public protocol TypeDisplayRepresentable {
  static var typeDisplayRepresentation: TypeDisplayRepresentation { get }
}
@available(iOS 16, macOS 13, *)
public protocol InstanceDisplayRepresentable {
  var displayRepresentation: DisplayRepresentation { get }
}
@available(iOS 16, macOS 13, *)
public protocol DisplayRepresentable: TypeDisplayRepresentable, InstanceDisplayRepresentable {}
@available(iOS 16, macOS 13, *)
public protocol AppValue: _IntentValue, DisplayRepresentable, PersistentlyIdentifiable, Sendable {}

@available(iOS 16, macOS 13, *)
public protocol AppEntity: AppValue, Identifiable where ID: EntityIdentifierConvertible & Sendable {
  associatedtype DefaultQuery: EntityQuery where DefaultQuery.Entity == Self
  static var defaultQuery: DefaultQuery { get }
}

@available(iOS 16, macOS 13, *)
public protocol DynamicOptionsProvider: Sendable {}

@available(iOS 16, macOS 13, *)
public protocol EntityQuery: DynamicOptionsProvider, PersistentlyIdentifiable {
  associatedtype Entity: AppEntity
  init()
  func entities(for identifiers: [Entity.ID]) async throws -> [Entity]
  func suggestedEntities() async throws -> [Entity]
}

@available(iOS 16, macOS 13, *)
public protocol AppIntent: PersistentlyIdentifiable, Sendable {
  static var title: LocalizedStringResource { get }
  static var description: IntentDescription? { get }
  @available(iOS 17, macOS 14, *) static var isDiscoverable: Bool { get }
  init()
}
@available(iOS 16, macOS 13, *)
extension AppIntent {
  public static var description: IntentDescription? { nil }
  @available(iOS 17, macOS 14, *) public static var isDiscoverable: Bool { true }
  public typealias Parameter = IntentParameter
}

@available(iOS 17, macOS 14, *)
public protocol WidgetConfigurationIntent: AppIntent {}

@available(iOS 16, macOS 13, *)
@propertyWrapper public final class IntentParameter<Value>: @unchecked Sendable
where Value: _IntentValue & Sendable {
  public init() {}
  public convenience init(title: LocalizedStringResource) { self.init() }
  public var wrappedValue: Value {
    get { fatalError() }
    set { fatalError() }
  }
}

@available(iOS 17, macOS 14, *)
public protocol AppIntentsPackage {
  static var includedPackages: [any AppIntentsPackage.Type] { get }
}
@available(iOS 17, macOS 14, *)
extension AppIntentsPackage {
  public static var includedPackages: [any AppIntentsPackage.Type] { [] }
}
