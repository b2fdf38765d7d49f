// Lets a process continue when its output cannot be written, because the disk is full or the pipe is closed.
process.stdout.on('error', () => undefined)
process.stderr.on('error', () => undefined)
