import { SkeletonRows } from '@/components/ui/skeleton'

export default function LoadingSession() {
  return <SkeletonRows rows={10} />
}
