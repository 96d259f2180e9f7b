import ImageIOWriting
import PhotoStore
import PhotoWidgets
import PhotoWriting
import UIKit
import WidgetKit

/// Prepares the photos that are shared with the app, one after the other, within the 120 MB of an extension.
final class ShareViewController: UIViewController {
  private let progress = UIActivityIndicatorView(style: .large)

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemBackground
    view.addSubview(progress)
    progress.center = view.center
    progress.autoresizingMask = [
      .flexibleLeftMargin, .flexibleRightMargin, .flexibleTopMargin, .flexibleBottomMargin,
    ]
    progress.startAnimating()
    let items = (extensionContext?.inputItems ?? []).compactMap { $0 as? NSExtensionItem }
    let photos = items.flatMap { $0.attachments ?? [] }.filter {
      $0.hasItemConformingToTypeIdentifier("public.image")
    }
    let adding = Task {
      var failure: (any Error)?
      for photo in photos {
        do {
          try Task.checkCancellation()
          try await Self.add(photo)
        } catch { failure = error }
      }
      WidgetCenter.shared.reloadAllTimelines()
      finish(failure)
    }
    // The system ends an extension that it suspends while a file of the group is locked. It lets this one go on until the
    // block returns, and calls the block once more when the time is over.
    ProcessInfo.processInfo.performExpiringActivity(withReason: "Adding photos") { isOver in
      if isOver { return adding.cancel() }
      let done = DispatchSemaphore(value: 0)
      Task {
        await adding.value
        done.signal()
      }
      done.wait()
    }
  }

  /// The file is there only during the call, which is on a thread of the system's.
  private static func add(_ photo: NSItemProvider) async throws {
    let name = photo.suggestedName ?? "Photo"
    do {
      try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
        photo.loadFileRepresentation(forTypeIdentifier: "public.image") { file, error in
          done.resume(
            with: Result {
              guard let file else { throw error ?? CocoaError(.fileReadUnknown) }
              try writer().add(
                Data(contentsOf: file, options: .mappedIfSafe), named: name, toAlbum: "Shared")
            })
        }
      }
    } catch {
      // A screenshot that is shared from its preview is an image in memory; its file is none.
      try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
        photo.loadItem(forTypeIdentifier: "public.image") { item, _ in
          done.resume(
            with: Result {
              guard let image = (item as? UIImage)?.cgImage else { throw error }
              try writer().add(image, named: name, toAlbum: "Shared")
            })
        }
      }
    }
  }

  nonisolated private static func writer() throws -> PhotoStoreWriter<ImageIOCodec> {
    guard let container = PhotoGroup.container else { throw CocoaError(.fileNoSuchFile) }
    return try PhotoStoreWriter(container: container, codec: ImageIOCodec())
  }

  private func finish(_ failure: (any Error)?) {
    progress.stopAnimating()
    guard let failure else {
      extensionContext?.completeRequest(returningItems: nil)
      return
    }
    // The system's errors are for people; this package's are for developers, but for the guide.
    print(failure)
    let guide =
      failure is CancellationError
      ? "Some photos did not come. Get them again."
      : (failure as? PhotoprepError)?.guide ?? failure.localizedDescription
    let alert = UIAlertController(title: guide, message: nil, preferredStyle: .alert)
    alert.addAction(
      UIAlertAction(title: "OK", style: .default) { [extensionContext] _ in
        extensionContext?.cancelRequest(withError: failure)
      })
    present(alert, animated: true)
  }
}
