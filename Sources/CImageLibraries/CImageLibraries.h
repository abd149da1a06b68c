// Empty: the target is there for the manifest, which names Debian's packages in it, so that a build without them says what to install.
