import { SkeletonRows } from '@/components/ui/skeleton'

export default function SettingsLoading() {
  return <SkeletonRows rows={4} className="max-w-3xl" />
}
