import AsyncHTTPClient
import BoundedCrop
import NIOCore
import NIOHTTP1
import Testing

@testable import BoundedCropLoading

@Suite struct ConnectionWordsTests {
    @Test(arguments: [
        (HTTPParserError.invalidEOFState as any Error, BoundedCropError.Code.connectionFailed, "closed the connection while answering"),
        (HTTPParserError.invalidHeaderToken, .invalidResponse, "sent an invalid HTTP answer"),
        (ChannelError.connectTimeout(.seconds(1)), .connectionFailed, "connecting timed out"),
        (IOError(errnoCode: 111, reason: "connect(descriptor:)"), .connectionFailed, "cannot be reached: Connection refused"),
        (ChannelError.operationUnsupported, .connectionFailed, "cannot be reached: the connection failed"),
    ])
    func whatFailedIsSaid(_ error: any Error, _ code: BoundedCropError.Code, _ words: String) throws {
        let failure = try #require(ConnectionWords.failure(error, of: "the server") as? BoundedCropError)
        #expect(failure.code == code && failure.message.contains("the server") && failure.message.contains(words), "\(failure)")
    }

    @Test func namesOfFunctionsAndNumbersAreNotSaid() {
        for code in [98, 104, 111, 113] as [Int32] {
            let text = ConnectionWords.text(IOError(errnoCode: code, reason: "bind(descriptor:ptr:bytes:)"))
            #expect(!text.isEmpty && !text.contains("descriptor") && !text.contains("errno"), "\(text)")
        }
        #expect(ConnectionWords.text(HTTPClientError.deadlineExceeded) == "it takes too long")
    }

    @Test func onlyConnectingThatTakesTooLongIsATimeout() {
        #expect(ConnectionWords.isTimeout(ChannelError.connectTimeout(.seconds(1))))
        for other in [ChannelError.ioOnClosedChannel as any Error, IOError(errnoCode: 111, reason: "connect"), CancellationError()] {
            #expect(!ConnectionWords.isTimeout(other))
        }
    }
}
