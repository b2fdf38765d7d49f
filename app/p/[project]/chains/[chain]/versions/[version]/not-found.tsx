import { MissingVersion } from '@/components/chains/missing'

export default function VersionNotFound() {
  return <MissingVersion />
}
