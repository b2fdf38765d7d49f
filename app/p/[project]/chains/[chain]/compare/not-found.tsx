import { MissingVersion } from '@/components/versions/missing-version'

export default function VersionNotFound() {
  return <MissingVersion />
}
