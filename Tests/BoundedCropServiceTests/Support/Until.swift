/// Lets other tasks run until something is so. For states that nobody announces; the suite's time limit, which cancels the test, ends
/// what never comes.
func until(_ condition: () -> Bool) async {
    while !condition(), !Task.isCancelled { await Task.yield() }
}
