public import ArgumentParser
public import PhotoCatalog

extension MergedImages: ExpressibleByArgument {}
