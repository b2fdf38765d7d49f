#!/usr/bin/env node
// The command line as it is given away: what works on the desk's own database is not in it.
import { runProcess } from './run-process'

await runProcess()
