import BoundedCropService
import Testing

@Suite(.timeLimit(.minutes(15))) struct RequestPathTests {
    @Test(arguments: [
        ("/unsafe/300x200/a.jpg", RequestPath.Authorization.unsafe, "300x200/a.jpg"), ("unsafe/a.jpg", .unsafe, "a.jpg"),
        ("/8ammJH8D-7tXy6kU3lTvoXlhu4o=/300x200/a.jpg", .signature("8ammJH8D-7tXy6kU3lTvoXlhu4o="), "300x200/a.jpg"),
        ("/8ammJH8D-7tXy6kU3lTvoXlhu4o%3D/a%20b.jpg", .signature("8ammJH8D-7tXy6kU3lTvoXlhu4o="), "a%20b.jpg"),
        ("/8ammJH8D-7tXy6kU3lTvoXlhu4o/a.jpg", .signature("8ammJH8D-7tXy6kU3lTvoXlhu4o"), "a.jpg"),
        ("/300x200/a.jpg", .missing, "300x200/a.jpg"), ("/a.jpg", .missing, "a.jpg"), ("", .missing, ""), ("/unsafe", .missing, "unsafe"),
        ("/a-file-name-that-is-long.jpg/b", .missing, "a-file-name-that-is-long.jpg/b"), ("/unsafe//a.jpg", .unsafe, "/a.jpg"),
        ("/%75nsafe/a.jpg", .unsafe, "a.jpg"), ("//unsafe/a.jpg", .missing, "/unsafe/a.jpg"),
        ("/e\u{301}/unsafe/a.jpg", .missing, "e\u{301}/unsafe/a.jpg"),
    ])
    func `the first part determines the authorization`(path: String, authorization: RequestPath.Authorization, instructions: String) {
        let path = RequestPath(path)
        #expect(path.authorization == authorization)
        #expect(path.instructions == instructions)
    }
}
