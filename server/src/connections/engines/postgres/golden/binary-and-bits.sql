SELECT '\x'::bytea, '\x00ff7f80'::bytea, 'abc\\def'::bytea, B''::varbit, B'0', B'1010101010101010101010101010101010101',
       X'DEADBEEF', 3::bit(4), decode(repeat('00ff', 3000), 'hex')
