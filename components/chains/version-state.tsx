import { Badge } from '@/components/ui/badge'
import type { VersionView } from '@/lib/contracts/chains'
import { versionStateLabels } from '@/lib/format/chain-labels'

/** Where a version stands; the one that serves says so. */
export function VersionState({ version }: { version: Pick<VersionView, 'state' | 'served'> }) {
  if (version.served) return <Badge tone="accent">Serves</Badge>
  const isTakenBack = version.state === 'rolled_back' || version.state === 'halted'
  return <Badge tone={isTakenBack ? 'fail' : 'neutral'}>{versionStateLabels[version.state]}</Badge>
}
