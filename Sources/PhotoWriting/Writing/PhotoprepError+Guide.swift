public import PhotoGeometry
import PhotoStore

extension PhotoprepError {
  /// What an app tells the person: a few English words, which an app takes for the key of a translation.
  ///
  /// The other texts of an error have paths and commands, and are for the app's developer.
  public var guide: String {
    switch code {
    case .imageUndecodable, .photoUnusable: "This photo cannot be shown. Choose another one."
    case .notWritten: "It could not be saved. There is most likely no room left."
    case .resizeFailed, .encodeFailed: "There was too little memory. Try again."
    case .photosIncomplete: "Some photos did not come. Get them again."
    case .inUse: "A widget still shows it."
    case .nameInvalid: "An album cannot have this name."
    case .notFound: "It is not there any more."
    case .storeTooNew, .documentTooNew: PhotoPlaceholder.storeTooNew.guide
    case .unreadableDocument: "A file cannot be read. Unlock the device and try again."
    case .storeMissing: "There are no prepared photos here."
    default: "That did not work."
    }
  }
}
