-- Chains are listed as people look for a name: without case and accents, 2 before 10. The expression is that of `naturalKey`; cut, since an entry of an
-- index has a limit.
CREATE INDEX "chain_natural_name" ON "chain" ("project_id", (left(regexp_replace(regexp_replace(regexp_replace(normalize(lower("name"), NFD), '[\u0300-\u036f]', '', 'g'), '(\d+)', '000000000000\1', 'g'), '\d*(\d{12})', '\1', 'g'), 400)) COLLATE "C", "name");
