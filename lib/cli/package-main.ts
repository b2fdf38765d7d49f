#!/usr/bin/env node
// Entry point of the published package, without the commands that need the desk's database.
import { onTheMachine } from './commands/on-the-machine'
import { runProcess } from './run-program'

await runProcess([onTheMachine])
