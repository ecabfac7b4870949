SELECT * FROM "Odd schema"."Odd table"
