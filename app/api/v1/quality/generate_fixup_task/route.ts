import { route } from '@/lib/http/route'
import { generateFixupTask } from '@/lib/operations/quality/generate-fixup-task'

export const POST = route(generateFixupTask, { bodyLimit: 8 * 1024 * 1024 })
