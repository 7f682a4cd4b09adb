import { goldenShard } from './golden-shard'

goldenShard(0)
