-- Works with programs that have 0057.
-- Phone numbers in the forms that Mexico (2019) and Benin (30 November 2024) have replaced, in today's form. Programs read
-- both, and store today's form.
update users set version = version + 1, primary_phone = '+52' || substr(primary_phone, 5)
where primary_phone ~ '^\+521[0-9]{10}$';

update users set version = version + 1, primary_phone = '+22901' || substr(primary_phone, 5)
where primary_phone ~ '^\+229[0-9]{8}$';
