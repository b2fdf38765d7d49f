import { route } from '@/lib/http/route'
import { getConfiguration } from '@/lib/operations/configuration/get-configuration'
import { putConfiguration } from '@/lib/operations/configuration/put-configuration'

export const GET = route(getConfiguration)
export const POST = route(putConfiguration)
