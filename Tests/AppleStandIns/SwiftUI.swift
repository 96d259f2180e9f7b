// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
@_exported import CoreGraphics
@_exported import Foundation
public import UniformTypeIdentifiers

@MainActor @preconcurrency public protocol View {
  associatedtype Body: View
  @ViewBuilder var body: Self.Body { get }
}
extension Never: View { public var body: Never { fatalError() } }
extension Optional: View where Wrapped: View { public var body: Never { fatalError() } }

public struct EmptyView: View {
  public init() {}
  public var body: Never { fatalError() }
}
public struct TupleContent<each Content> {}
extension TupleContent: View where repeat each Content: View {
  public var body: Never { fatalError() }
}
public struct _ConditionalContent<True, False> {}
extension _ConditionalContent: View where True: View, False: View {
  public var body: Never { fatalError() }
}

// As in Xcode 27, a builder asks nothing of its contents: only what it made conforms, or does not.
@resultBuilder public struct ContentBuilder {
  public static func buildBlock() -> EmptyView { fatalError() }
  public static func buildBlock<Content>(_ content: Content) -> Content { content }
  public static func buildBlock<each Content>(
    _ content: repeat each Content
  ) -> TupleContent<repeat each Content> { fatalError() }
  public static func buildIf<Content>(_ content: Content?) -> Content? { content }
  public static func buildEither<True, False>(
    first: True
  ) -> _ConditionalContent<True, False> { fatalError() }
  public static func buildEither<True, False>(
    second: False
  ) -> _ConditionalContent<True, False> { fatalError() }
}
public typealias ViewBuilder = ContentBuilder

// As in the SDK, types that are values conform in extensions, which isolates none of their members.
public struct Color: ShapeStyle {
  public static let black = Color()
  public static let white = Color()
}
extension Color: View { public var body: Never { fatalError() } }
public protocol ShapeStyle: Sendable {}
extension ShapeStyle where Self == Color {
  public static var white: Color { fatalError() }
  public static var black: Color { fatalError() }
}

public struct Font: Sendable {
  public static let title = Font()
  public static let caption = Font()
}
public enum TextAlignment: Sendable { case leading, center, trailing }
public enum HorizontalAlignment: Sendable { case leading, center, trailing }
public enum ContentMode: Sendable { case fit, fill }

public struct LocalizedStringKey: ExpressibleByStringInterpolation {
  public init(_ value: String) {}
  public init(stringLiteral value: String) {}
}

public struct Text: Sendable {
  public init(_ key: LocalizedStringKey) {}
  public init(verbatim content: String) {}
  @_disfavoredOverload public init<S: StringProtocol>(_ content: S) {}
}
extension Text: View { public var body: Never { fatalError() } }

public struct Image: Sendable {
  @available(macOS 11, *)
  public init(systemName: String) {}
  public init(_ cgImage: CGImage, scale: CGFloat, orientation: Orientation = .up, label: Text) {}
  public init(decorative cgImage: CGImage, scale: CGFloat, orientation: Orientation = .up) {}
  public enum Orientation: UInt8, Sendable { case up, down, left, right }
  public func resizable() -> Image { self }
}
extension Image: View { public var body: Never { fatalError() } }

public struct VStack<Content: View>: View {
  public init(
    alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
    @ViewBuilder content: () -> Content
  ) {}
  public var body: Never { fatalError() }
}

@available(iOS 17, macOS 14, *)
public struct ContainerBackgroundPlacement: Sendable {
  public static let widget = ContainerBackgroundPlacement()
}
public struct Alignment: Sendable { public static let center = Alignment() }

public struct GeometryProxy: Sendable { public var size: CGSize { fatalError() } }
public struct GeometryReader<Content: View>: View {
  public init(@ViewBuilder content: @escaping (GeometryProxy) -> Content) {}
  public var body: Never { fatalError() }
}

extension View {
  public func frame(
    width: CGFloat? = nil, height: CGFloat? = nil, alignment: Alignment = .center
  ) -> some View { self }
  public func frame(
    minWidth: CGFloat? = nil, idealWidth: CGFloat? = nil, maxWidth: CGFloat? = nil,
    minHeight: CGFloat? = nil, idealHeight: CGFloat? = nil, maxHeight: CGFloat? = nil,
    alignment: Alignment = .center
  ) -> some View { self }
  @available(iOS 17, macOS 14, *)
  public func containerBackground<V: View>(
    for container: ContainerBackgroundPlacement, alignment: Alignment = .center,
    @ViewBuilder content: () -> V
  ) -> some View { self }
  public func font(_ font: Font?) -> some View { self }
  @available(iOS 15, macOS 12, *)
  public func foregroundStyle<S: ShapeStyle>(_ style: S) -> some View { self }
  public func multilineTextAlignment(_ alignment: TextAlignment) -> some View { self }
  public func padding(_ length: CGFloat) -> some View { self }
  public func padding() -> some View { self }
  public func scaledToFill() -> some View { self }
  public func scaledToFit() -> some View { self }
  public func aspectRatio(_ aspectRatio: CGFloat? = nil, contentMode: ContentMode) -> some View {
    self
  }
  public func clipped(antialiased: Bool = false) -> some View { self }
  @available(iOS 14, macOS 11, *)
  public func onOpenURL(perform action: @escaping (URL) -> Void) -> some View { self }
  @available(iOS 15, macOS 12, *)
  public func task(
    priority: TaskPriority = .userInitiated,
    @_inheritActorContext _ action: @escaping @Sendable () async -> Void
  ) -> some View { self }
  @available(iOS 14, macOS 11, *)
  public func navigationTitle(_ titleKey: LocalizedStringKey) -> some View { self }
  @available(iOS 14, macOS 11, *)
  public func toolbar<Content: View>(@ViewBuilder content: () -> Content) -> some View { self }
  @available(iOS 17, macOS 14, *)
  public func onChange<V: Equatable>(
    of value: V, initial: Bool = false, _ action: @escaping () -> Void
  ) -> some View { self }
  @available(iOS 14, macOS 11, *)
  public func fileImporter(
    isPresented: Binding<Bool>, allowedContentTypes: [UTType],
    onCompletion: @escaping (_ result: Result<URL, any Error>) -> Void
  ) -> some View { self }
  @available(iOS 15, macOS 12, *)
  public func alert<A: View>(
    _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, @ViewBuilder actions: () -> A
  ) -> some View { self }
  @available(iOS 14, macOS 11, *)
  public func accessibilityHidden(_ hidden: Bool) -> some View { self }
}

public struct EnvironmentValues {
  public var displayScale: CGFloat { fatalError() }
  @available(iOS 14, macOS 11, *)
  public var scenePhase: ScenePhase { fatalError() }
}
@available(iOS 14, macOS 11, *)
public enum ScenePhase: Sendable { case background, inactive, active }
@propertyWrapper public struct Environment<Value> {
  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {}
  public var wrappedValue: Value { fatalError() }
}

@propertyWrapper public struct State<Value> {
  public init(wrappedValue value: Value) {}
  public init(initialValue value: Value) {}
  public var wrappedValue: Value {
    get { fatalError() }
    nonmutating set { fatalError() }
  }
  public var projectedValue: Binding<Value> { fatalError() }
}

@propertyWrapper @dynamicMemberLookup public struct Binding<Value> {
  @preconcurrency public init(
    @_inheritActorContext get: @escaping @isolated(any) @Sendable () -> Value,
    @_inheritActorContext set: @escaping @isolated(any) @Sendable (Value) -> Void
  ) {}
  public var wrappedValue: Value {
    get { fatalError() }
    nonmutating set { fatalError() }
  }
  public var projectedValue: Binding<Value> { self }
  public subscript<Subject>(
    dynamicMember keyPath: WritableKeyPath<Value, Subject>
  ) -> Binding<Subject> { fatalError() }
}

@available(iOS 14, macOS 11, *)
public struct GridItem: Sendable {
  public enum Size: Sendable {
    case fixed(CGFloat)
    case flexible(minimum: CGFloat = 10, maximum: CGFloat = .infinity)
    case adaptive(minimum: CGFloat, maximum: CGFloat = .infinity)
  }
  public init(_ size: Size = .flexible(), spacing: CGFloat? = nil, alignment: Alignment? = nil) {}
}
@available(iOS 14, macOS 11, *)
public struct LazyVGrid<Content: View>: View {
  public init(
    columns: [GridItem], alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
    @ViewBuilder content: () -> Content
  ) {}
  public var body: Never { fatalError() }
}
public struct ScrollView<Content: View>: View {
  public init(@ViewBuilder content: () -> Content) {}
  public var body: Never { fatalError() }
}
@available(iOS 16, macOS 13, *)
public struct NavigationStack<Root: View>: View {
  public init(@ViewBuilder root: () -> Root) {}
  public var body: Never { fatalError() }
}
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: View {
  public init(
    _ data: Data, id: KeyPath<Data.Element, ID>,
    @ViewBuilder content: @escaping (Data.Element) -> Content
  ) {}
  public var body: Never { fatalError() }
}
public struct Button<Label: View>: View {
  public init(_ titleKey: LocalizedStringKey, action: @escaping @MainActor () -> Void)
  where Label == Text {}
  public var body: Never { fatalError() }
}

@available(iOS 14, macOS 11, *)
@MainActor @preconcurrency public protocol Scene {
  associatedtype Body: Scene
  @SceneBuilder var body: Self.Body { get }
}
@available(iOS 14, macOS 11, *)
extension Never: Scene {}
@available(iOS 14, macOS 11, *)
@resultBuilder public struct SceneBuilder {
  public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}
@available(iOS 14, macOS 11, *)
public struct WindowGroup<Content: View>: Scene {
  public init(@ViewBuilder content: () -> Content) {}
  public var body: Never { fatalError() }
}
@available(iOS 14, macOS 11, *)
@MainActor @preconcurrency public protocol App {
  associatedtype Body: Scene
  @SceneBuilder var body: Self.Body { get }
  init()
}
@available(iOS 14, macOS 11, *)
extension App { public static func main() {} }

@available(iOS 14, macOS 11, *)
@MainActor @preconcurrency public protocol WidgetConfiguration {
  associatedtype Body: WidgetConfiguration
  var body: Self.Body { get }
}
@available(iOS 14, macOS 11, *)
extension Never: WidgetConfiguration {}
@available(iOS 14, macOS 11, *)
extension WidgetConfiguration {
  public func configurationDisplayName(_ displayNameKey: LocalizedStringKey)
    -> some WidgetConfiguration
  { self }
  public func description(_ descriptionKey: LocalizedStringKey) -> some WidgetConfiguration { self }
  @available(iOS 15, macOS 12, *)
  public func contentMarginsDisabled() -> some WidgetConfiguration { self }
}
@available(iOS 14, macOS 11, *)
@MainActor @preconcurrency public protocol Widget {
  associatedtype Body: WidgetConfiguration
  init()
  var body: Self.Body { get }
}
@available(iOS 14, macOS 11, *)
@resultBuilder public struct WidgetBundleBuilder {
  public static func buildBlock<Content: Widget>(_ content: Content) -> some Widget { content }
}
@available(iOS 14, macOS 11, *)
@MainActor @preconcurrency public protocol WidgetBundle {
  associatedtype Body: Widget
  init()
  @WidgetBundleBuilder var body: Self.Body { get }
}
@available(iOS 14, macOS 11, *)
extension WidgetBundle { public static func main() {} }
@available(iOS 14, macOS 11, *)
extension Widget { public static func main() {} }
