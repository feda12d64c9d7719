module service.example/compute

go 1.23
