-- One atomic append to a game's log: every check stands before the first write.
--
-- KEYS: 1 stream, 2 head, 3 kept answers, 4 the partition's duties
-- ARGV: 1 expected version, 2 expected hash ('' for a new game), 3 answer field ('' for none), 4 answer,
--       5 game id, 6 duty ('' none, 'due' add, 'done' drop), 7 due time, 8 the call's own mark, 9 number of events,
--       then for each event: event, hash, sealed, round
-- A call that the client sends again, its first answer lost, finds its mark and has appended.
-- Returns {'appended'} | {'kept', answer} | {'damaged'} | {'stale', version}
local expected = tonumber(ARGV[1])
local head = redis.call('HMGET', KEYS[2], 'version', 'hash', 'damaged', 'by')
if head[4] == ARGV[8] then return {'appended'} end
if ARGV[3] ~= '' then
  local kept = redis.call('HGET', KEYS[3], ARGV[3])
  if kept then return {'kept', kept} end
end
if head[3] then return {'damaged'} end
local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
local version = 0
local hash = ''
if last then
  version = tonumber(string.match(last[1], '^(%d+)-'))
  for i = 1, #last[2], 2 do
    if last[2][i] == 'hash' then hash = last[2][i + 1] end
  end
end
if (tonumber(head[1]) or 0) ~= version or (head[2] or '') ~= hash then return {'damaged'} end
if version ~= expected or hash ~= ARGV[2] then return {'stale', version} end

local count = tonumber(ARGV[9])
local round = '0'
for i = 1, count do
  local at = 10 + (i - 1) * 4
  version = version + 1
  hash = ARGV[at + 1]
  round = ARGV[at + 3]
  redis.call('XADD', KEYS[1], string.format('%d-0', version),
    'event', ARGV[at], 'hash', hash, 'sealed', ARGV[at + 2], 'round', round)
end
redis.call('HSET', KEYS[2], 'version', version, 'hash', hash, 'round', round, 'by', ARGV[8])
if ARGV[3] ~= '' then redis.call('HSET', KEYS[3], ARGV[3], ARGV[4]) end
if ARGV[6] == 'due' then
  redis.call('ZADD', KEYS[4], ARGV[7], ARGV[5])
elseif ARGV[6] == 'done' then
  redis.call('ZREM', KEYS[4], ARGV[5])
end
redis.call('PUBLISH', 'domino-referee:news', ARGV[5] .. ' ' .. version)
return {'appended'}
