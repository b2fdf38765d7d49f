export { MissingChain as default } from '@/components/chains/missing'
