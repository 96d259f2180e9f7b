// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
@_exported import CoreGraphics
@_exported import Foundation

public struct UIBackgroundTaskIdentifier: Hashable, Sendable {}

@MainActor open class UIApplication {
  open class var shared: UIApplication { fatalError() }
  nonisolated open func beginBackgroundTask(
    expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
  ) -> UIBackgroundTaskIdentifier { fatalError() }
  nonisolated open func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) {}
}

@MainActor open class UIColor {
  open class var systemBackground: UIColor { fatalError() }
}

@MainActor open class UIView {
  public struct AutoresizingMask: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let flexibleLeftMargin = AutoresizingMask(rawValue: 1)
    public static let flexibleRightMargin = AutoresizingMask(rawValue: 4)
    public static let flexibleTopMargin = AutoresizingMask(rawValue: 8)
    public static let flexibleBottomMargin = AutoresizingMask(rawValue: 32)
  }
  init() {}
  open var center = CGPoint.zero
  open var autoresizingMask: AutoresizingMask = []
  open var backgroundColor: UIColor?
  open func addSubview(_ view: UIView) {}
}

@MainActor open class UIActivityIndicatorView: UIView {
  public enum Style: Int, Sendable { case medium = 100, large }
  public init(style: Style) { fatalError() }
  open func startAnimating() {}
  open func stopAnimating() {}
}

@MainActor open class UIViewController {
  public init(nibName: String?, bundle: Bundle?) {}
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  open var view: UIView! { fatalError() }
  open var extensionContext: NSExtensionContext? { fatalError() }
  open func viewDidLoad() {}
  open func present(
    _ viewControllerToPresent: UIViewController, animated flag: Bool,
    completion: (() -> Void)? = nil
  ) {}
}

@MainActor open class UIAlertController: UIViewController {
  public enum Style: Int, Sendable { case actionSheet, alert }
  public convenience init(title: String?, message: String?, preferredStyle: Style) { fatalError() }
  open func addAction(_ action: UIAlertAction) {}
}

@MainActor open class UIAlertAction {
  public enum Style: Int, Sendable { case `default`, cancel, destructive }
  public convenience init(
    title: String?, style: Style, handler: ((UIAlertAction) -> Void)? = nil
  ) { fatalError() }
  init() {}
}

open class UIImage {
  open var cgImage: CGImage? { fatalError() }
}

// Of Foundation, which has them on Apple's platforms alone.
open class NSExtensionContext {
  open var inputItems: [Any] { fatalError() }
  open func completeRequest(
    returningItems items: [Any]?, completionHandler: (@Sendable (Bool) -> Void)? = nil
  ) {}
  open func cancelRequest(withError error: any Error) {}
}
extension ProcessInfo {
  public func performExpiringActivity(
    withReason reason: String, using block: @escaping @Sendable (Bool) -> Void
  ) {}
}
open class NSExtensionItem {
  open var attachments: [NSItemProvider]? { fatalError() }
}
open class NSItemProvider {
  public typealias CompletionHandler = @Sendable ((any NSSecureCoding)?, (any Error)?) -> Void
  open var suggestedName: String? { fatalError() }
  open func hasItemConformingToTypeIdentifier(_ typeIdentifier: String) -> Bool { fatalError() }
  @discardableResult open func loadFileRepresentation(
    forTypeIdentifier typeIdentifier: String,
    completionHandler: @escaping @Sendable (URL?, (any Error)?) -> Void
  ) -> Progress { fatalError() }
  open func loadItem(
    forTypeIdentifier typeIdentifier: String, options: [AnyHashable: Any]? = nil,
    completionHandler: CompletionHandler? = nil
  ) {}
}
