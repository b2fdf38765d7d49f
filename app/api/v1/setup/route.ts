import { limited } from '@/lib/http/rate-limit'
import { route } from '@/lib/http/route'
import { completeSetup } from '@/lib/operations/setup/complete-setup'

export const POST = limited('setup', route(completeSetup))
