internal import COpenCV

extension LinkedLibrary {
    package static var openCV: LinkedLibrary {
        get throws { try LinkedLibrary(name: "OpenCV", version: CCall.text(failure: .missingLibrary, bc_opencv_version)) }
    }
}
