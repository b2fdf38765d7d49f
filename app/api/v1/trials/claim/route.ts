import { route } from '@/lib/http/route'
import { claimTrials } from '@/lib/operations/trials/claim-trials'

export const POST = route(claimTrials)
