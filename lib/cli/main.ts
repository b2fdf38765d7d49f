import { backupCommands, exportProjectCommand } from './commands/backup'
import { distributeCommand } from './commands/distribute'
import { payloadsBackCommand } from './commands/payloads-back'
import { usersCommand } from './commands/users'
import { runProcess } from './run-program'

await runProcess([backupCommands, exportProjectCommand, distributeCommand, payloadsBackCommand, usersCommand])
