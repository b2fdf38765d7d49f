import { route } from '@/lib/http/route'
import { listConfigurationVersions } from '@/lib/operations/configuration/list-configuration-versions'

export const GET = route(listConfigurationVersions)
