import ArgumentParser
import PhotoCatalog

extension MergedImages: ExpressibleByArgument {}
