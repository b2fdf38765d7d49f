import { SkeletonRows } from '@/components/ui/skeleton'

export default function LoadingWeek() {
  return <SkeletonRows rows={12} />
}
